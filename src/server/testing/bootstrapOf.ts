/** The JSON of the page's `data-bootstrap`. */
export function bootstrapOf(html: string): Record<string, unknown> {
  const text = /data-bootstrap="([^"]*)"/.exec(html)?.[1] ?? ''
  return JSON.parse(text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))))
}
