#!/bin/sh
echo aviso
