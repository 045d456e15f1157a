/**
 * Repairs of the codes of regions in the source files, by country. 27 of the files contain codes that are not ISO
 * 3166-2, and in 22 several regions share a code.
 */

/** Source files that are left out: not a country, or without regions that a flat map can show. */
export const leftOut = new Set(['antarctica', 'united_states_minor_outlying_islands'])

const isoForm = /^[A-Z]{2}-[A-Z0-9]{1,3}$/

/** Whether a code has the form of ISO 3166-2 and is not one of the placeholders of Natural Earth (X01). */
const isIsoCode = (code: string | undefined): boolean =>
  code !== undefined && isoForm.test(code) && !/-X\d\d?$/.test(code)

/**
 * The right codes, by the code and the name in the source. `smaller` and `larger` select one of two areas with the same
 * code and name: a city and the district around it.
 */
const repairs: Record<string, Record<string, string>> = {
  azerbaijan: {
    'AZ-X01~': 'AZ-SUS',
    'AZ-SA larger': 'AZ-SAK',
    'AZ-LA larger': 'AZ-LAN',
    'AZ-YEV smaller': 'AZ-YE',
  },
  bosnia_and_herzegovina: Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((at) => [`BA-X0${at}~`, 'BA-SRP'])),
  china: { 'CN-91': 'CN-HK', 'CN-71': 'CN-TW', 'CN-92': 'CN-MO' },
  colombia: { 'CO-CUN Bogota': 'CO-DC' },
  iran: { 'IR-07 Alborz': 'IR-32' },
  kazakhstan: { 'KZ-ALA Almaty': 'KZ-ALM' },
  laos: { 'LA-VI Vientiane [prefecture]': 'LA-VT' },
  latvia: {
    'LV-JEL larger': 'LV-041',
    'LV-DGV larger': 'LV-025',
    'LV-VEN larger': 'LV-106',
    'LV-REZ larger': 'LV-077',
    'LV-JKB larger': 'LV-042',
  },
  liberia: { 'LR-X1~': 'LR-GP', 'LR-X2~': 'LR-RG' },
  maldives: { 'MV-12 Malé': 'MV-MLE' },
  mauritius: { 'MU-PL Port Louis city': 'MU-PU' },
  mozambique: { 'MZ-L smaller': 'MZ-MPM' },
  peru: { 'PE-LIM Lima Province': 'PE-LMA' },
  solomon_islands: { 'SB-CH Western': 'SB-WE' },
  sudan: { 'SD-DS Eastern Darfur': 'SD-DE' },
  tajikistan: { 'TJ-X01~': 'TJ-RA' },
  the_bahamas: { 'BS-X01~': 'BS-NP' },
}

/** The code of a region; undefined if it has none. */
export function repair(country: string, code: string, name: string, isSmaller: boolean): string | undefined {
  const known = repairs[country] ?? {}
  const repaired =
    known[`${code} ${name}`] ?? known[`${code} ${isSmaller ? 'smaller' : 'larger'}`] ?? known[code] ?? code.trim()
  return isIsoCode(repaired) || /^TR[1-9A-C]$/.test(repaired) ? repaired : undefined
}

/** Names of regions that are made of several areas of the source. */
export const names: Record<string, Record<string, string>> = {
  bosnia_and_herzegovina: { 'BA-BIH': 'Federation of Bosnia and Herzegovina', 'BA-SRP': 'Republika Srpska' },
  madagascar: {
    'MG-A': 'Toamasina',
    'MG-D': 'Antsiranana',
    'MG-F': 'Fianarantsoa',
    'MG-M': 'Mahajanga',
    'MG-T': 'Antananarivo',
    'MG-U': 'Toliara',
  },
  philippines: { 'PH-MNL': 'Metro Manila' },
}

/** Codes of another edition of ISO 3166-2 for the same regions, where all codes of a country were replaced. */
const editions: Record<string, string> = {
  china: 'HK 91; TW 71; MO 92',
  czech_republic: 'PR 10; ST 20; JC 31; PL 32; KA 41; US 42; LI 51; KR 52; PA 53; VY 63; JM 64; OL 71; ZL 72; MO 80',
  france: 'GF 973; MQ 972; GP 971; RE 974; YT 976; 75 75C',
  france_regions: 'COR 20R; GUA 971; GUF 973; LRE 974; MAY 976; MTQ 972',
  greece: 'A1 I',
  guatemala:
    'GU 01; PR 02; SA 03; CM 04; ES 05; SR 06; SO 07; TO 08; QZ 09; SU 10; RE 11; SM 12; HU 13; QC 14; BV 15; AV 16; PE 17; IZ 18; ZA 19; CQ 20; JA 21; JU 22',
  hungary: 'ED ER',
  india: 'TG TS; OR OD; UT UK; CT CG',
  kazakhstan:
    'AKM 11; AKT 15; ALM 19; ATY 23; ZAP 27; ZHA 31; KAR 35; KUS 39; KZY 43; MAN 47; PAV 55; SEV 59; YUZ 61; VOS 63; AST 71; ALA 75',
  luxembourg: 'D DI; G GR; L LU',
  mexico: 'DIF CMX',
  philippines: 'MNL 00',
  poland:
    'DS 02; KP 04; LU 06; LB 08; LD 10; MA 12; MZ 14; OP 16; PK 18; PD 20; PM 22; SL 24; SK 26; WN 28; WP 30; ZP 32',
  south_africa: 'GT GP; NL KZN',
}

/** The codes of a region in another edition. */
export function otherCodes(country: string, code: string | undefined): string[] {
  if (code === undefined) return []
  const [land = '', part = ''] = code.split('-')
  const other = new Map<string, string>(
    (editions[country] ?? '').split('; ').map((pair) => pair.split(' ') as [code: string, other: string]),
  ).get(part)
  return other === undefined ? [] : [`${land}-${other}`]
}
