/** Every entity class of the server; the data source is given this list and looks nowhere else. */
export const ENTITIES: (new () => object)[] = [];
