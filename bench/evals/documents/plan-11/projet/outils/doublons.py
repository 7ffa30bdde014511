print("doublons")
