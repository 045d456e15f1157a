import { type RenderedImage, Resvg } from '@resvg/resvg-js'
import { FAMILY, type Fonts } from './fonts.ts'

/** An SVG file as an image. */
export function rasterize(svg: string, zoom: number, { files, cover }: Fonts): RenderedImage {
  return new Resvg(withoutFiles(svg), {
    fitTo: { mode: 'zoom', value: zoom },
    font: {
      fontFiles: files,
      defaultFontFamily: FAMILY,
      // searching for system fonts takes long, and they differ between machines
      loadSystemFonts: !cover(textsOf(svg)),
    },
  }).render()
}

/** The text between the tags. */
const textsOf = (svg: string) => svg.replaceAll(/<[^>]*>/g, '')

/**
 * Colors of a chart may be any text, which the plotting library writes into attributes unchanged. Such a text must not
 * make the renderer open files, so references may only point to parts of the drawing itself.
 */
const withoutFiles = (svg: string) => svg.replaceAll(/\bhref(?=\s*=\s*["'])(?!\s*=\s*["']#[\w.-]+["'])/g, 'data-href')
