"""断网时本地缓存,恢复后补传"""


def save(row):
    raise NotImplementedError


def resend():
    raise NotImplementedError
