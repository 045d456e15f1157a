import { months } from './months.ts'

/** The data of the examples: a year of sales of a drinks wholesaler. */

export const salesByMonth = [97, 102, 116, 125, 144, 162, 175, 179, 162, 145, 129, 157].map((value) => value * 1000)

export const salesByRegion = {
  North: [42, 45, 51, 58, 66, 74, 79, 77, 68, 59, 50, 61].map((value) => value * 1000),
  South: [35, 33, 38, 41, 47, 52, 58, 61, 55, 49, 44, 52].map((value) => value * 1000),
  East: [20, 24, 27, 26, 31, 36, 38, 41, 39, 37, 35, 44].map((value) => value * 1000),
}

/** Columns of a chart over months, with a series per region. */
export const regionsByMonth = { Month: months(12), ...salesByRegion }

/** Form data of a chart of `regionsByMonth`. */
export const regionsForm = { x_axis: 'Month', time_grain_sqla: 'P1M', metrics: ['Sales'], groupby: ['Region'] }

export const products = ['Coffee', 'Tea', 'Juice', 'Water', 'Cocoa']
export const productSales = [512_000, 348_000, 291_000, 187_000, 96_000]

/** One row for each region and month. */
export const regionRows = {
  __timestamp: { times: Object.keys(salesByRegion).flatMap(() => months(12).times) },
  Region: Object.keys(salesByRegion).flatMap((region) => months(12).times.map(() => region)),
  Sales: Object.values(salesByRegion).flat(),
}
