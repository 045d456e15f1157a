/** An image on a page, over its whole width. */
export interface PdfImage {
  /** Position and height in px of the page. */
  top: number
  height: number
  /** `deflated`: red, green and blue of each pixel, a byte each, as a zlib stream */
  pixels: { width: number; height: number; deflated: Buffer }
}

/** A page with its size in px; a px is three quarters of a point. */
export interface PdfPage {
  width: number
  height: number
  /** #rrggbb */
  ground: string
  images: PdfImage[]
}

const POINTS = 0.75

/** A PDF file of pages with images. Format: ISO 32000-1. */
export function pdfOf(pages: readonly PdfPage[], title: string): Buffer {
  const objects: Buffer[] = []
  const add = (text: string, stream?: Buffer): number => {
    const head = stream ? `${text.replace(/>>$/, '')} /Length ${stream.length} >>\nstream\n` : text
    return objects.push(
      stream ? Buffer.concat([Buffer.from(head), stream, Buffer.from('\nendstream')]) : Buffer.from(head),
    )
  }
  // the first two objects have fixed numbers: 1 is the catalog, 2 the list of pages
  add('<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /DisplayDocTitle true >> >>')
  objects.push(Buffer.alloc(0))
  const kids = pages.map(({ width, height, ground, images }) => {
    const names = images.map(({ pixels }, at) => {
      const image = add(
        `<< /Type /XObject /Subtype /Image /Width ${pixels.width} /Height ${pixels.height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode >>`,
        pixels.deflated,
      )
      return `/I${at} ${image} 0 R`
    })
    const point = (px: number) => (px * POINTS).toFixed(2)
    const fill = `${colorOf(ground)} rg 0 0 ${point(width)} ${point(height)} re f`
    const placed = images.map(
      ({ top, height: own }, at) =>
        `q ${point(width)} 0 0 ${point(own)} 0 ${point(height - top - own)} cm /I${at} Do Q`,
    )
    const content = add('<< >>', Buffer.from([fill, ...placed].join('\n')))
    return add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${point(width)} ${point(height)}] /Resources << /XObject << ${names.join(' ')} >> >> /Contents ${content} 0 R >>`,
    )
  })
  objects[1] = Buffer.from(
    `<< /Type /Pages /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] /Count ${kids.length} >>`,
  )
  const info = add(
    `<< /Title <${Buffer.from(`\uFEFF${title}`, 'utf16le').swap16().toString('hex')}> /Producer (Sextant) >>`,
  )
  return fileOf(objects, info)
}

/** `#ff8000` -> `1 0.502 0` */
const colorOf = (hex: string) =>
  [1, 3, 5].map((at) => (Number.parseInt(hex.slice(at, at + 2), 16) / 255).toFixed(3)).join(' ')

function fileOf(objects: readonly Buffer[], info: number): Buffer {
  // the second line marks the file as binary
  const parts = [Buffer.from('%PDF-1.7\n%\xE2\xE3\xCF\xD3\n', 'latin1')]
  let end = parts[0]!.length
  const offsets = objects.map((object, index) => {
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')])
    const start = end
    parts.push(part)
    end += part.length
    return start
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const count = objects.length + 1
  parts.push(
    Buffer.from(
      `xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<< /Size ${count} /Root 1 0 R /Info ${info} 0 R >>\nstartxref\n${end}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}
