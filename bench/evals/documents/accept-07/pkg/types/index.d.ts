export declare function slug(title: string): string;
