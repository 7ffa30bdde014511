print("export")
