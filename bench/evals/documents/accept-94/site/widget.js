// Shows the temperature of the town and refreshes it.
const REFRESH = 15 * 60 * 1000;
export async function show(element, load) {
  const value = await load().catch(() => JSON.parse(localStorage.getItem("last values")));
  localStorage.setItem("last values", JSON.stringify(value));
  element.textContent = `${value.temperature} °C in town`;
  setTimeout(() => show(element, load), REFRESH);
}
