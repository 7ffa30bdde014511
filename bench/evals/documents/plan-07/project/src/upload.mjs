export const upload = () => 201;
