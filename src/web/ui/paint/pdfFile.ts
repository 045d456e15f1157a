/** A point of a PDF is 1/72 inch, a pixel of a page 1/96 inch. */
const pointsPerPixel = 0.75

/** A PDF with one page that shows a JPEG image. `width`, `height`: size of the page, in CSS px. Pure. */
export function pdfFile(
  jpeg: Uint8Array,
  image: { width: number; height: number },
  page: { width: number; height: number },
): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder()
  const parts: Uint8Array[] = []
  const offsets: number[] = []
  let length = 0
  const add = (part: string | Uint8Array) => {
    const bytes = typeof part === 'string' ? encoder.encode(part) : part
    parts.push(bytes)
    length += bytes.length
  }
  const addObject = (...content: (string | Uint8Array)[]) => {
    offsets.push(length)
    add(`${offsets.length} 0 obj\n`)
    for (const part of content) add(part)
    add('\nendobj\n')
  }
  const [width, height] = [page.width, page.height].map((pixels) => (pixels * pointsPerPixel).toFixed(2))
  const drawing = `q ${width} 0 0 ${height} 0 0 cm /Picture Do Q`

  add('%PDF-1.4\n')
  addObject('<< /Type /Catalog /Pages 2 0 R >>')
  addObject('<< /Type /Pages /Kids [3 0 R] /Count 1 >>')
  addObject(
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}]`,
    ' /Resources << /XObject << /Picture 4 0 R >> >> /Contents 5 0 R >>',
  )
  addObject(
    `<< /Type /XObject /Subtype /Image /Width ${image.width} /Height ${image.height} /ColorSpace /DeviceRGB`,
    ` /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>\nstream\n`,
    jpeg,
    '\nendstream',
  )
  addObject(`<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`)
  const start = length
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  add(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${rows}`)
  add(`trailer\n<< /Size ${offsets.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`)

  const file = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    file.set(part, at)
    at += part.length
  }
  return file
}
