#!/bin/sh
echo limpieza
