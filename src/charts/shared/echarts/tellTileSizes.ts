import Series from 'echarts/lib/chart/treemap/TreemapSeries.js'

interface Tiles {
  getData: () => { tree: { getNodeByDataIndex: (at: number) => { getLayout: () => object | undefined } | undefined } }
  getDataParams: (dataIndex: number, ...given: unknown[]) => object
}

/**
 * ECharts does not tell a treemap how large its parts are, so that a label could contain what fits. With this patch,
 * the formatter of a label gets the `tile` of its part.
 */
export function tellTileSizes(): void {
  const series = Series.prototype as Tiles
  const { getDataParams } = series
  series.getDataParams = function (dataIndex, ...given) {
    const tile = this.getData().tree.getNodeByDataIndex(dataIndex)?.getLayout()
    return { ...getDataParams.call(this, dataIndex, ...given), tile }
  }
}
