const escaped: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const attribute = (text: string) => text.replace(/[&<>"]/g, (char) => escaped[char] ?? char)

/** The iframe that shows a single chart. `link`: its permalink; sizes in CSS px. */
export function embedCode(link: string, name: string, { width, height }: { width: number; height: number }): string {
  const address = new URL(link, window.location.origin)
  address.searchParams.set('standalone', '1')
  return [
    '<iframe',
    `  title="${attribute(name || 'Chart')}"`,
    `  src="${attribute(address.href)}"`,
    `  width="${width}"`,
    `  height="${height}"`,
    '  style="border: 0"',
    '></iframe>',
  ].join('\n')
}
