// TODO: bloquear la butaca 8 minutos
export function reservar() {
  // sin implementar
}
