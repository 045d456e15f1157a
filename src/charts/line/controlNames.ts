export { anyStyleNames as controlNames } from '../shared/timeseries/controlNames.ts'
