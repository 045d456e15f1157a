// ECharts exports no views or series publicly, and has no types for these modules

declare module 'echarts/lib/chart/graph/GraphView.js' {
  const View: { prototype: object }
  export default View
}

declare module 'echarts/lib/chart/tree/TreeView.js' {
  const View: { prototype: object }
  export default View
}

declare module 'echarts/lib/chart/treemap/TreemapView.js' {
  const View: { prototype: object }
  export default View
}

declare module 'echarts/lib/chart/treemap/TreemapSeries.js' {
  const Series: { prototype: object }
  export default Series
}

declare module 'echarts/lib/chart/chord/ChordEdge.js' {
  export const ChordEdge: { prototype: { buildPath: (...given: never[]) => void } }
}

declare module 'echarts/lib/chart/line/LineView.js' {
  const View: { prototype: object }
  export default View
}
