/** A reading below 0 °C carries a minus sign. */
export const temperature = (value) => `${value < 0 ? '−' : ''}${Math.abs(value).toFixed(1)} °C`;
