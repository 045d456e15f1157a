/**
 * Rewrites fonts for the renderer, which does not read `font` and draws weights other than 400 and 600 as 400. Changes
 * only tags, not the texts of a picture.
 */
export const plainFonts = (svg: string): string =>
  svg.replaceAll(/<[^>]+>/g, (tag) =>
    tag
      .replaceAll(
        /\bfont:\s*([a-z]+)\s+([a-z\d]+)\s+([\d.]+px)\s+([^;"]+)/g,
        'font-style:$1;font-weight:$2;font-size:$3;font-family:$4',
      )
      .replaceAll(
        /(font-weight(?:="|:\s*))(\d+|bold|normal)/g,
        (_, name: string, weight: string) => `${name}${weight === 'bold' || Number(weight) > 500 ? 600 : 400}`,
      ),
  )
