/** A certificate inside an HTML report: a link that saves it. Base64 alone, so that nothing in it is markup. Pure. */
const BEGIN = '<section aria-labelledby="certificate" data-certificate="';
const END = '</section><!-- certificate -->';

export function certificateSection(certificate: string): string {
  const encoded = Buffer.from(certificate).toString('base64');
  return `${BEGIN}${encoded}"><h2 id="certificate">Certificate</h2><p>This verdict is signed, with the events it was made from. Save it and check it without a network: <code>jury verify certificate.dsse.json</code>, or <code>jury verify</code> with this report.</p><p><a download="certificate.dsse.json" href="data:application/json;base64,${encoded}">Save the certificate</a></p>${END}`;
}

export function withoutCertificate(html: string): string {
  const begin = html.indexOf(BEGIN);
  const end = html.indexOf(END, begin);
  return begin === -1 || end === -1 ? html : html.slice(0, begin) + html.slice(end + END.length);
}

/** Null where the report carries none. */
export function certificateIn(html: string): string | null {
  const begin = html.indexOf(BEGIN);
  const end = html.indexOf('"', begin + BEGIN.length);
  if (begin === -1 || end === -1) return null;
  return Buffer.from(html.slice(begin + BEGIN.length, end), 'base64').toString('utf8');
}
