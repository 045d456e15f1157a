export { anyStyleNames as controlNames, left } from '../shared/timeseries/controlNames.ts'
