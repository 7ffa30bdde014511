export type Radstatus = "frei" | "reserviert" | "verliehen" | "gesperrt" | "vermisst";

export const RESERVIERUNG_MINUTEN = 20;
export const MINDESTALTER = 16;
export const RUECKHOLGEBUEHR_CENT = 1000;

export function darfLeihen(alter: number, status: Radstatus): boolean {
  return alter >= MINDESTALTER && status === "frei";
}
