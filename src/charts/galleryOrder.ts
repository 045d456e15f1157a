import { charts } from './index.ts'
import type { ChartType } from './shared/contract.ts'

/** The keys that come first in the gallery; the other types follow, sorted by key. */
const first = `line big_number big_number_total table pivot_table_v2 echarts_timeseries_line echarts_area
  echarts_timeseries_bar echarts_timeseries_scatter pie mixed_timeseries filter_box dist_bar area bar deck_polygon
  time_table histogram deck_scatter deck_hex time_pivot deck_arc heatmap deck_grid deck_screengrid treemap_v2 box_plot
  sunburst sankey word_cloud mapbox kepler cal_heatmap rose bubble deck_geojson horizon deck_multi compare partition
  event_flow deck_path graph_chart world_map paired_ttest para country_map`.split(/\s+/)

/** The position of a type: the lowest of those of its own key and of the keys that it replaces. */
function placeOf({ type, replaces = [] }: ChartType): number {
  const places = [type, ...replaces].map((key) => first.indexOf(key)).filter((place) => place >= 0)
  return places.length === 0 ? first.length : Math.min(...places)
}

const byKey = (one: ChartType, other: ChartType) => (one.type < other.type ? -1 : 1)

/** The types for new charts, in the order of the gallery: all but those that the server's settings deny. */
export const typesWithout = (denied: readonly string[]): ChartType[] =>
  charts
    .filter(({ type }) => !denied.includes(type))
    .toSorted((one, other) => placeOf(one) - placeOf(other) || byKey(one, other))
