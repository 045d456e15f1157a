import { type RenderedImage, Resvg } from '@resvg/resvg-js'
import { FAMILY, type Fonts } from './fonts.ts'

/** An SVG file as an image. */
export function rasterize(svg: string, zoom: number, { files, cover }: Fonts): RenderedImage {
  return new Resvg(svg, {
    fitTo: { mode: 'zoom', value: zoom },
    font: {
      fontFiles: files,
      defaultFontFamily: FAMILY,
      // looking for them takes long, and their pictures differ between machines
      loadSystemFonts: !cover(textsOf(svg)),
    },
  }).render()
}

/** What stands between the tags. */
const textsOf = (svg: string) => svg.replaceAll(/<[^>]*>/g, '')
