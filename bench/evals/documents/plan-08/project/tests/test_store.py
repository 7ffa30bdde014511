def test_read(): assert True
