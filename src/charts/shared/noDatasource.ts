import { bareRecord } from '../../model/basics/ownValue.ts'
import type { ChartDatasource } from './contract.ts'

/** The dataset properties of a chart whose dataset is unknown. */
export const noDatasource: ChartDatasource = {
  verboseMap: bareRecord(),
  columnFormats: bareRecord(),
  currencyFormats: bareRecord(),
  columnTypes: bareRecord(),
  mainDttmCol: null,
}
