// Lettore dei totem (R4, R5, R6)
const VOLUME_INIZIALE = 0.6;
const RITORNO_SECONDI = 120;

export function crea(audio, schermo) {
  audio.volume = VOLUME_INIZIALE;
  let ultimo = Date.now();
  const tocco = () => { ultimo = Date.now(); };
  setInterval(() => {
    if (Date.now() - ultimo > RITORNO_SECONDI * 1000) schermo.inizio();
  }, 1000);
  return {
    riproduci() { tocco(); audio.play(); },
    pausa() { tocco(); audio.pause(); },
  };
}
