/**
 * Copies to the clipboard. Returns false if the browser does not allow it. A pending text is passed as a promise,
 * because WebKit copies only during a click. Rejects if the promise rejects.
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

/** As a blob: older browsers do not accept plain text in an item. */
const plainText = (text: string) => new Blob([text], { type: 'text/plain' })

/** The clipboard API is missing on plain HTTP beyond loopback; the deprecated command still works there. */
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
