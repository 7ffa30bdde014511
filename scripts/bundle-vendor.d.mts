export function bundledPackages(): Map<string, string>;
export function bundleVendor(): Promise<string[]>;
