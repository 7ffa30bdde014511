export interface BenchRow {
  name: string;
  value: number;
  unit: string;
  ratio?: number;
  anchor?: string;
  target?: string;
  met?: boolean;
}
