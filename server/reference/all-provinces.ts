export interface CityEntry {
  name: string
  lat: number
  lng: number
  /** How many people trade cars there, roughly. */
  weight: number
}
export interface ProvinceEntry {
  name: string
  country: 'ZA' | 'NG'
  cities: readonly CityEntry[]
}

/** `Province: city lat lng weight; …`, the coordinates in degrees. */
function readPlaces(country: ProvinceEntry['country'], table: string): ProvinceEntry[] {
  const lines = table.trim().split('\n')
  return lines.map((line) => {
    const [name = '', cities = ''] = line.split(': ')
    return {
      name,
      country,
      cities: cities.split('; ').map((text) => {
        const [, city = '', lat, lng, weight] = /^(.+) (\S+) (\S+) (\S+)$/.exec(text) ?? []
        return { name: city, lat: Number(lat), lng: Number(lng), weight: Number(weight) }
      }),
    }
  })
}

const southAfrica = `
Eastern Cape: East London -33.0153 27.9116 5; Gqeberha -33.9608 25.6022 9; Makhanda -33.3042 26.5328 1; Mthatha -31.5889 28.7844 2; Komani -31.8976 26.8753 1
Free State: Bloemfontein -29.0852 26.1596 6; Welkom -27.9774 26.7351 2; Bethlehem -28.2308 28.3071 1; Sasolburg -26.8136 27.8169 1
Gauteng: Johannesburg -26.2041 28.0473 26; Pretoria -25.7479 28.2293 20; Sandton -26.1076 28.0567 14; Soweto -26.2678 27.8585 6; Centurion -25.8603 28.1894 8; Midrand -25.9992 28.1262 8; Randburg -26.0936 28.0064 7; Roodepoort -26.1625 27.8725 5; Boksburg -26.2125 28.2625 5; Benoni -26.1885 28.3208 4; Vanderbijlpark -26.7117 27.8380 3
KwaZulu-Natal: Durban -29.8587 31.0218 16; Umhlanga -29.7260 31.0858 6; Pietermaritzburg -29.6006 30.3794 5; Richards Bay -28.7807 32.0383 2; Newcastle -27.7580 29.9318 2; Ballito -29.5390 31.2144 2
Limpopo: Polokwane -23.9045 29.4689 4; Tzaneen -23.8332 30.1635 1; Thohoyandou -22.9459 30.4850 1; Mokopane -24.1944 29.0097 1
Mpumalanga: Mbombela -25.4753 30.9694 4; eMalahleni -25.8777 29.2173 3; Middelburg -25.7684 29.4783 2; Secunda -26.5158 29.1914 1
North West: Rustenburg -25.6676 27.2421 4; Potchefstroom -26.7145 27.0970 2; Klerksdorp -26.8521 26.6667 2; Mahikeng -25.8652 25.6442 1; Brits -25.6347 27.7802 1
Northern Cape: Kimberley -28.7282 24.7499 2; Upington -28.4478 21.2561 1; Springbok -29.6643 17.8865 0.5
Western Cape: Cape Town -33.9249 18.4241 24; Bellville -33.9002 18.6292 7; Somerset West -34.0833 18.8500 4; Stellenbosch -33.9321 18.8602 4; Paarl -33.7342 18.9621 3; George -33.9630 22.4617 4; Worcester -33.6465 19.4485 1; Mossel Bay -34.1831 22.1460 2; Hermanus -34.4187 19.2345 1
`

const nigeria = `
Abia State: Aba 5.1066 7.3667 5; Umuahia 5.5250 7.4896 2
Adamawa State: Yola 9.2035 12.4954 1.5; Mubi 10.2676 13.2644 0.5
Akwa Ibom State: Uyo 5.0377 7.9128 5; Eket 4.6423 7.9244 1; Ikot Ekpene 5.1794 7.7148 1
Anambra State: Awka 6.2106 7.0699 3; Onitsha 6.1454 6.7885 5; Nnewi 6.0105 6.9103 3
Bauchi State: Bauchi 10.3158 9.8442 1.5; Azare 11.6765 10.1948 0.5
Bayelsa State: Yenagoa 4.9267 6.2676 2
Benue State: Makurdi 7.7322 8.5391 2; Gboko 7.3250 9.0050 1
Borno State: Maiduguri 11.8333 13.1500 2
Cross River State: Calabar 4.9757 8.3417 4; Ikom 5.9617 8.7206 0.5
Delta State: Asaba 6.2059 6.6959 4; Warri 5.5167 5.7500 6; Sapele 5.8940 5.6767 1
Ebonyi State: Abakaliki 6.3249 8.1137 2
Edo State: Benin City 6.3350 5.6037 8; Auchi 7.0676 6.2636 1
Ekiti State: Ado-Ekiti 7.6211 5.2214 2; Ikere-Ekiti 7.4951 5.2314 0.5
Enugu State: Enugu 6.4584 7.5464 7; Nsukka 6.8561 7.3927 1
FCT Abuja: Garki 9.0340 7.4910 6; Wuse 9.0765 7.4700 6; Gwarinpa 9.1099 7.4042 6; Kubwa 9.1538 7.3220 3; Lugbe 8.9833 7.3667 3
Gombe State: Gombe 10.2897 11.1673 1
Imo State: Owerri 5.4833 7.0333 6; Orlu 5.7957 7.0351 1
Jigawa State: Dutse 11.7594 9.3392 0.7; Hadejia 12.4498 10.0444 0.4
Kaduna State: Kaduna 10.5105 7.4165 6; Zaria 11.0855 7.7199 2
Kano State: Kano 12.0022 8.5920 9; Wudil 11.8094 8.8390 0.5
Katsina State: Katsina 12.9908 7.6018 1.5; Funtua 11.5233 7.3081 0.6
Kebbi State: Birnin Kebbi 12.4539 4.1975 0.7
Kogi State: Lokoja 7.8023 6.7333 1.5; Okene 7.5512 6.2359 0.7
Kwara State: Ilorin 8.4966 4.5421 4; Offa 8.1491 4.7207 0.7
Lagos State: Ikeja 6.6018 3.3515 18; Lekki 6.4698 3.5852 22; Surulere 6.4926 3.3481 9; Victoria Island 6.4281 3.4219 9; Ajah 6.4698 3.6398 10; Yaba 6.5095 3.3711 6; Ikorodu 6.6194 3.5105 6; Amuwo-Odofin 6.4634 3.2879 6; Agege 6.6180 3.3209 5
Nasarawa State: Lafia 8.4966 8.5157 1; Karu 9.0082 7.6586 2
Niger State: Minna 9.6152 6.5478 2; Suleja 9.1806 7.1794 1
Ogun State: Abeokuta 7.1475 3.3619 5; Ijebu Ode 6.8206 3.9173 2; Sango Ota 6.6866 3.2340 3; Sagamu 6.8485 3.6463 1
Ondo State: Akure 7.2571 5.2058 3; Ondo City 7.1000 4.8417 1
Osun State: Osogbo 7.7827 4.5418 2; Ile-Ife 7.4905 4.5521 2
Oyo State: Ibadan 7.3775 3.9470 13; Ogbomoso 8.1335 4.2538 1; Oyo 7.8430 3.9368 1
Plateau State: Jos 9.8965 8.8583 3; Bukuru 9.7951 8.8674 0.5
Rivers State: Port Harcourt 4.8156 7.0498 12; Obio-Akpor 4.8771 6.9988 4; Bonny 4.4331 7.1714 0.5
Sokoto State: Sokoto 13.0059 5.2476 1.5
Taraba State: Jalingo 8.8937 11.3596 0.8
Yobe State: Damaturu 11.7480 11.9661 0.6; Potiskum 11.7128 11.0801 0.5
Zamfara State: Gusau 12.1702 6.6641 0.8
`

/** Nine provinces, 36 states and the Federal Capital Territory. */
export const allProvinces: readonly ProvinceEntry[] = [
  ...readPlaces('ZA', southAfrica),
  ...readPlaces('NG', nigeria),
]
