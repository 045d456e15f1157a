import { type Country, findCountry } from './countries.ts'

/**
 * Other names of countries in public data (those of the United Nations, the World Bank and atlases), in lower case and
 * without accents. Northern Cyprus and Somaliland are assigned to the countries that ISO 3166 names.
 */
const OTHER_NAMES = `
BHS the bahamas; bahamas, the
BIH bosnia and herz.; bosnia & herzegovina; bosnia
BOL bolivia (plurinational state of)
BRN brunei darussalam
CAF central african rep.
CIV cote d'ivoire; côte d'ivoire
COD dem. rep. congo; congo, dem. rep.; democratic republic of the congo; congo (democratic republic of the); drc
COG congo; congo, rep.; congo-brazzaville
CPV cabo verde
CYP n. cyprus
CZE czechia
DOM dominican rep.
EGY egypt, arab rep.
ESH w. sahara
FLK falkland is.
FSM micronesia, fed. sts.; federated states of micronesia; micronesia (federated states of)
GBR uk; great britain; england; united kingdom of great britain and northern ireland
GMB the gambia; gambia, the
GNQ eq. guinea
HKG hong kong sar, china; hong kong sar
IRN iran, islamic rep.; iran (islamic republic of); islamic republic of iran
KGZ kyrgyz republic
KNA st. kitts and nevis
KOR korea, rep.; republic of korea; korea
LAO lao; lao pdr; lao people's democratic republic
LCA st. lucia
MAC macao; macao sar, china
MDA republic of moldova
MKD north macedonia; macedonia, fyr; the former yugoslav republic of macedonia
MMR burma
PRK korea, dem. people's rep.; korea, dem. rep.; democratic people's republic of korea
PSE west bank and gaza; palestinian territories; state of palestine
RUS russian federation
SLB solomon is.
SOM somaliland
SSD s. sudan
STP são tomé and príncipe; são tomé and principe
SVK slovak republic
SWZ eswatini
SYR syrian arab republic
TLS east timor
TUR turkiye; türkiye
TWN taiwan, china; chinese taipei
TZA united republic of tanzania
USA united states of america; us; u.s.; america
UNK republic of kosovo
VAT holy see
VCT st. vincent and the grenadines
VEN venezuela, rb; venezuela (bolivarian republic of)
VIR virgin islands (u.s.)
VNM viet nam
YEM yemen, rep.
ATF fr. s. antarctic lands
`

const plain = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[’‘ʼ`´]/g, "'")

const codes = new Map(
  OTHER_NAMES.trim()
    .split('\n')
    .flatMap((line) =>
      line
        .slice(4)
        .split('; ')
        .map((name) => [plain(name), line.slice(0, 3)] as const),
    ),
)

/** Codes that are assigned by their users, beside those that are in the list of countries. */
const userCodes = new Map([['xkx', 'UNK']])

/**
 * The country of a name or code as users write it; `field` is the kind of name or code. Responses of the contract use
 * `findCountry`, which accepts fewer names.
 */
export function recognizeCountry(field: string, text: string): Country | undefined {
  const found = findCountry(field, text.trim())
  if (found !== undefined || (field !== 'name' && field !== 'cca3')) return found
  const code = (field === 'name' ? codes : userCodes).get(plain(text))
  return code === undefined ? undefined : findCountry('cca3', code)
}
