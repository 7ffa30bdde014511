export function precio(base, edad) {
  return edad < 26 ? Math.round(base * 80) / 100 : base; // 20 % de descuento para menores de 26
}
