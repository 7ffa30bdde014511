print("import")
