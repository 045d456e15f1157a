/** Weights as the renderer knows them: others are drawn as 400. Only in tags, not in the texts of a picture. */
export const plainWeights = (svg: string): string =>
  svg.replaceAll(/<[^>]+>/g, (tag) =>
    tag.replaceAll(
      /(font-weight(?:="|:\s*))(\d+|bold)/g,
      (_, name: string, weight: string) => `${name}${weight === 'bold' || Number(weight) > 500 ? 600 : 400}`,
    ),
  )
