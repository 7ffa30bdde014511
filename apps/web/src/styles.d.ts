/** A style sheet comes with the part that imports it. */
declare module '*.css';
