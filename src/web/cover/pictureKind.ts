/** The kinds of thumbnails; every saved `viz_type` maps to one. */
export type PictureKind =
  | 'line'
  | 'area'
  | 'bar'
  | 'scatter'
  | 'pie'
  | 'bigNumber'
  | 'bigNumberTrend'
  | 'table'
  | 'heatmap'
  | 'treemap'

const byWord: [RegExp, PictureKind][] = [
  [/big_number_(total|period)/, 'bigNumber'],
  [/big_number/, 'bigNumberTrend'],
  [/table|time_pivot|handlebars|paired_ttest/, 'table'],
  [/pie|donut|sunburst|gauge|rose/, 'pie'],
  [/treemap|partition|word_cloud/, 'treemap'],
  [/heatmap|horizon|chord|world_map|country_map/, 'heatmap'],
  [/scatter|bubble|deck_|mapbox|graph/, 'scatter'],
  [/area/, 'area'],
  [/bar|hist|waterfall|funnel|box_plot|sankey|bullet/, 'bar'],
]

/** The thumbnail of a chart type; a line if the type is unknown. */
export function pictureKind(vizType: string): PictureKind {
  return byWord.find(([word]) => word.test(vizType))?.[1] ?? 'line'
}
