"""在庫の同期"""
SYNC_INTERVAL = 60 * 60  # 1時間
CODE_LENGTH = 10
LOG_KEEP_DAYS = 90


def next_state(item):
    if item.out:
        return "廃棄"
    return "保管"
