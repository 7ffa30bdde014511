set(TARGET_BOARDS revC revD)
set(IMAGE_NAME thermo-5.2.0.bin)
