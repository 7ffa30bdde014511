#!/bin/sh
echo copia
