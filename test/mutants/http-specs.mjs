export async function throughHttp() {}
