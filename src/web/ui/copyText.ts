/**
 * Copies to the clipboard. False where the browser refuses (no secure context, no permission). A text that is still to
 * come is handed over as such: WebKit copies only what it is given while it answers a press. Rejects when that text
 * does.
 */
export async function copyText(text: string | Promise<string>): Promise<boolean> {
  try {
    if (typeof text === 'string') await navigator.clipboard.writeText(text)
    else await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text.then(plainText) })])
    return true
  } catch {
    return copyBySelection(await text)
  }
}

/** As bytes: older browsers take no bare text in an item. */
const plainText = (text: string) => new Blob([text], { type: 'text/plain' })

/** The clipboard API is missing on plain HTTP beyond loopback, where the old command still works. */
function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.style.position = 'fixed'
  area.style.opacity = '0'
  const focused = document.activeElement
  document.body.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isCopied
}
