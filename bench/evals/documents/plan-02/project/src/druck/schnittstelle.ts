export interface Drucker { drucke(nummer: string): Promise<void> }
