import { type ChartTheme, chartTheme } from '../theme.ts'

/** The theme of a map and its marks: a style can be dark, also on a light page. */
export const mapTheme = (style: string, ofPage: ChartTheme): ChartTheme =>
  isDarkStyle(style) ? chartTheme('dark') : ofPage

export const isDarkStyle = (style: string): boolean => /dark|satellite/.test(style)
