/** Passwords and keys that stand written out in a text. */

/** What follows is a secret that is written out. */
const SECRET =
  /(?<![\p{L}])(?:pass(?:word|wort|code|phrase)|passwd|pwd|kennwort|mot de passe|mdp|contraseña|clave(?: de acceso)?|senha|wachtwoord|hasło|lösenord|api[ _-]?key|secret(?:[ _-]?key)?|access[ _-]?token|auth[ _-]?token|bearer|パスワード|暗証番号|密码|口令|비밀번호)(?:\s+(?:is|ist|est|es|é|è|to|jest|är|:|=)|\s*[:=\uFF1A]|は|为|\s)\s*[`"'“„«「]?(?=[^\s`"'”]*[\d!@#$%&*_-])(?=[^\s`"'”]*\p{L})([\p{L}\d!@#$%&*_.+-]{6,64})[`"'”“»」]?/giu;
/** Stands for a secret and is none. */
const NO_SECRET =
  /^(?:\$|<|\{|%|\*{3}|x{3}|env|secret|vault|process)|\.(?:md|txt|json|ya?ml|env|py|ts)$|_(?:file|path|env|hash)$|^[A-Z][A-Z0-9_]+$/u;

export function secretsIn(text: string): string[] {
  return [...text.matchAll(SECRET)].map(([, said = '']) => said).filter((said) => !NO_SECRET.test(said));
}

/** Each of them as a mark of omission, wherever it stands. */
export function withoutSecrets(text: string): string {
  return secretsIn(text).reduce((rest, said) => rest.replaceAll(said, '…'), text);
}
