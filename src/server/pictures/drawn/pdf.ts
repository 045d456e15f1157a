import { deflateSync } from 'node:zlib'

/** A page of a PDF: an image in the size of the page. */
export interface PdfPage {
  /** px of the page; a PDF has three quarters of a point for each. */
  width: number
  height: number
  image: { width: number; height: number; rgba: Buffer }
}

const POINTS = 0.75

/** A PDF file of pages that are images. Format: ISO 32000-1. */
export function pdfOf(pages: readonly PdfPage[], title: string): Buffer {
  const objects: Buffer[] = []
  const add = (text: string, stream?: Buffer): number => {
    const head = stream ? `${text.replace(/>>$/, '')} /Length ${stream.length} >>\nstream\n` : text
    return objects.push(
      stream ? Buffer.concat([Buffer.from(head), stream, Buffer.from('\nendstream')]) : Buffer.from(head),
    )
  }
  // their numbers are known before: 1 is the catalog, 2 the list of pages
  add('<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /DisplayDocTitle true >> >>')
  const kids: number[] = []
  objects.push(Buffer.alloc(0))
  for (const { width, height, image } of pages) {
    const [w, ht] = [width * POINTS, height * POINTS].map((side) => side.toFixed(2))
    const pixels = add(
      `<< /Type /XObject /Subtype /Image /Width ${image.width} /Height ${image.height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode >>`,
      deflateSync(rgbOf(image.rgba), { level: 6 }),
    )
    const content = add('<< >>', Buffer.from(`q ${w} 0 0 ${ht} 0 0 cm /I Do Q`))
    kids.push(
      add(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${w} ${ht}] /Resources << /XObject << /I ${pixels} 0 R >> >> /Contents ${content} 0 R >>`,
      ),
    )
  }
  objects[1] = Buffer.from(
    `<< /Type /Pages /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] /Count ${kids.length} >>`,
  )
  const info = add(
    `<< /Title <${Buffer.from(`\uFEFF${title}`, 'utf16le').swap16().toString('hex')}> /Producer (Sextant) >>`,
  )
  return fileOf(objects, info)
}

function fileOf(objects: readonly Buffer[], info: number): Buffer {
  // the second line says that the file is binary
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

/** Pages have a background: nothing is transparent. */
function rgbOf(rgba: Buffer): Buffer {
  const rgb = Buffer.allocUnsafe((rgba.length / 4) * 3)
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) {
    rgb[to] = rgba[from]!
    rgb[to + 1] = rgba[from + 1]!
    rgb[to + 2] = rgba[from + 2]!
  }
  return rgb
}
