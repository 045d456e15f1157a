import { type ChartTheme, fontSans } from './theme.ts'

/** The defaults for ECharts options: passed to `echarts.init` in the browser and on the server. */
export function echartsTheme(theme: ChartTheme): object {
  const axis = {
    axisLine: { show: true, lineStyle: { color: theme.chartAxis, width: 1 } },
    axisTick: { show: false },
    axisLabel: { color: theme.chartLabel, fontSize: 11, margin: 8, hideOverlap: true },
    nameTextStyle: { color: theme.chartLabel, fontSize: 11 },
    nameGap: 12,
    splitLine: { show: false, lineStyle: { color: theme.chartGrid, width: 1 } },
    splitArea: { show: false },
    minorTick: { show: false },
    minorSplitLine: { show: false, lineStyle: { color: theme.chartGrid } },
  }
  const value = {
    ...axis,
    // hidden by default; a chart may show it
    axisLine: { ...axis.axisLine, show: false },
    splitLine: { show: true, lineStyle: { color: theme.chartGrid, width: 1 } },
    splitNumber: 4,
  }
  return {
    darkMode: theme.mode === 'dark',
    backgroundColor: 'transparent',
    textStyle: { fontFamily: fontSans, fontSize: 11, color: theme.chartLabel },
    // charts and new results appear without animation; the page animates only legend toggles
    animationDuration: 0,
    animationDurationUpdate: 0,
    animationEasingUpdate: 'cubicOut',
    stateAnimation: { duration: 90 },
    categoryAxis: axis,
    timeAxis: axis,
    valueAxis: value,
    logAxis: value,
    axisPointer: {
      lineStyle: { color: theme.chartCrosshair, width: 1, type: 'solid' },
      crossStyle: { color: theme.chartCrosshair, width: 1 },
      shadowStyle: { color: theme.hover },
      label: { backgroundColor: theme.text, color: theme.surface, fontSize: 11, padding: [3, 6], borderRadius: 4 },
    },
    tooltip: {
      confine: true,
      backgroundColor: theme.chartTooltipBg,
      borderColor: theme.chartTooltipBorder,
      borderWidth: 1,
      padding: [8, 10],
      transitionDuration: 0.09,
      textStyle: { color: theme.chartText, fontSize: 12, lineHeight: 18 },
      extraCssText: `box-shadow:${theme.shadow2};border-radius:6px;font-variant-numeric:tabular-nums;max-width:320px;`,
    },
    legend: {
      itemGap: 12,
      itemWidth: 12,
      itemHeight: 8,
      icon: 'roundRect',
      // a border in the color of the mark would make swatches of bars and lines different in size
      itemStyle: { borderWidth: 0 },
      textStyle: { color: theme.text2, fontSize: 12, lineHeight: 16 },
      inactiveColor: theme.chartMuted,
      inactiveBorderColor: theme.chartMuted,
      pageIconColor: theme.text2,
      pageIconInactiveColor: theme.textDisabled,
      pageIconSize: 14,
      pageTextStyle: { color: theme.chartLabel, fontSize: 11 },
    },
    title: { textStyle: { color: theme.chartText, fontSize: 13, fontWeight: 620, lineHeight: 17 } },
    toolbox: { iconStyle: { borderColor: theme.text3 }, emphasis: { iconStyle: { borderColor: theme.text } } },
    dataZoom: {
      borderColor: 'transparent',
      backgroundColor: theme.sunken,
      fillerColor: `${theme.accent}12`,
      borderRadius: 4,
      dataBackground: { lineStyle: { color: theme.chartAxis }, areaStyle: { color: theme.chartGrid } },
      // the accent marks what can be moved, not the data
      selectedDataBackground: { lineStyle: { color: theme.text3 }, areaStyle: { color: theme.chartGrid } },
      handleStyle: { color: theme.surface, borderColor: theme.accent },
      moveHandleStyle: { color: theme.chartAxis },
      textStyle: { color: theme.chartLabel, fontSize: 11 },
    },
    line: { symbol: 'circle', lineStyle: { width: 1.75 }, emphasis: { lineStyle: { width: 2.25 } } },
    bar: { barMaxWidth: 48, barCategoryGap: '36%', itemStyle: { borderRadius: 2 } },
    pie: {
      // slices are separated by a gap as well as by color
      itemStyle: { borderColor: theme.surface, borderWidth: 2, borderRadius: 3 },
      label: { color: theme.chartText, fontSize: 11 },
      labelLine: { lineStyle: { color: theme.chartAxis }, length: 8, length2: 8 },
    },
  }
}
