const words =
  /'(?:[^']|'')*'|"((?:[^"]|"")*)"|`([^`]*)`|\[([^\]]*)\]|([\p{L}_][\p{L}\p{N}_$]*)(?![\p{L}\p{N}_$]|\s*\()/gu

/** Names in an expression: identifiers and quoted names; not string literals, nor the names of called functions. */
export function sqlNames(expression: string): string[] {
  return [...expression.matchAll(words)].flatMap(([, quoted, ...others]) =>
    [quoted?.replaceAll('""', '"'), ...others].filter((name) => name !== undefined),
  )
}
