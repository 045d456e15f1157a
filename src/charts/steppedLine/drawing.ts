export { drawing } from '../shared/timeseries/drawing.ts'
