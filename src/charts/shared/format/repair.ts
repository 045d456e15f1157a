/** Invalid formats that occur in saved charts, and their corrections. */
const MEANT: [meant: string, written: string][] = [
  [',.4~f', ',0 null ,# ,. ,0s ,2f ,g'],
  ['.4~f', '. .r'],
  ['.0%', '% 0% 1% 3% %% %%%'],
  [',.0%', ',%'],
  ['+,.0%', '+,%'],
  ['.1%', '.1%f .0%f'],
  [',d', ',f 0f f ,0f int'],
  ['+,d', '+,'],
  ['$,d', '$,f $f $,.0'],
  ['$,.1~f', '$,.1'],
  [',.4f', ',r'],
  ['$,.4f', '$,0 $,0f $,.f'],
]

const REPAIRS = new Map(
  MEANT.flatMap(([meant, written]) => written.split(' ').map((format) => [format, meant] as const)),
)

export const repairFormat = (format: string): string => REPAIRS.get(format) ?? format
