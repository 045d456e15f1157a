/** Saves a file in the browser. */
export function saveFile(blob: Blob, name: string, extension: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = `${name.replace(/[\\/:*?"<>|]+/g, '_').trim() || 'chart'}.${extension}`
  link.click()
  URL.revokeObjectURL(link.href)
}
