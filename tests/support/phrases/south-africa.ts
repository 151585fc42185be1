/** Search texts of buyers in South Africa, each with its meaning. */
export const southAfrica = `
vw polo vivo 1.4 under 120k | Volkswagen/Polo Vivo, #1.4 l, price ..120000
toyota hilux 2.8 gd6 d/cab 4x4 automatic | Toyota/Hilux, #2.8 l, Diesel, Pickup, #4wd+awd, Automatic
hilux 2.4 gd-6 single cab white | Toyota/Hilux, #2.4 l, Diesel, Pickup, #white+pearl white
ford ranger wildtrak 3.2 auto | Ford/Ranger, #3.2 l, Automatic, "wildtrak"
ranger double cab 4x2 diesel | Ford/Ranger, Pickup, #fwd+rwd, Diesel
bakkie under R150 000 | Pickup, price ..150000
bakkie for sale in pretoria | Pickup, in Pretoria
isuzu kb 250 d-teq extended cab | Isuzu, Isuzu/KB, Diesel, Pickup, "teq"
isuzu d-max x-rider | Isuzu/D-Max, "x", "rider"
nissan np200 with canopy | Nissan/NP200, "canopy"
np200 1.6 a/c | Nissan/NP200, #1.6 l, #a/c: front
golf 7 gti dsg | Volkswagen/Golf, Automatic, "7", "gti"
golf gti jhb | Volkswagen/Golf, in Johannesburg, "gti"
vw golf r 2018 | Volkswagen/Golf, year 2018..2018, "r"
polo tsi 2019 low mileage | Volkswagen/Polo, Petrol+Gasoline, year 2019..2019, by mileage_low_high
polo 1.2 tsi highline | Volkswagen/Polo, #1.2 l, Petrol+Gasoline, "highline"
cheap cars under R50 000 | by price_low_high, price ..50000
cheapest toyota corolla | by price_low_high, Toyota/Corolla
toyota etios 1.5 xs | no Etios, #1.5 l, "xs"
toyota quantum 14 seater | no Quantum, Minibus
toyota fortuner 2.8 gd6 4x4 | Toyota/Fortuner, #2.8 l, Diesel, #4wd+awd
fortuner 7 seater diesel auto | Toyota/Fortuner, #many seats, Diesel, Automatic
suzuki swift 1.2 gl manual | Suzuki/Swift, #1.2 l, Manual, "gl"
suzuki jimny 4x4 | Suzuki/Jimny, #4wd+awd
jimny automatic cape town | Suzuki/Jimny, Automatic, in Cape Town
kia picanto 1.0 street | Kia/Picanto, #1.0 l, "street"
kia rio not automatic | Kia/Rio, -Automatic
hyundai i20 under 150k | Hyundai/i20, price ..150000
hyundai creta 2020 or newer | Hyundai/Creta, year 2020..
haval jolion city | Haval/Jolion, "city"
haval h6 under R300k | Haval/H6, price ..300000
chery tiggo 4 pro | Chery/Tiggo 4 Pro
bmw 320i m sport white | BMW, BMW/3 Series, #white+pearl white, "m", "sport"
bmw 320d f30 under 200000 | BMW, BMW/3 Series, Diesel, price ..200000, "f30"
bmw x3 xdrive20d | BMW/X3, Diesel
bmw 1 series durban | BMW/1 Series, in Durban
merc c200 amg line | Mercedes-Benz, Mercedes-Benz/C-Class, "amg", "line"
mercedes c180 black | Mercedes-Benz, Mercedes-Benz/C-Class, #black
c class w205 auto | Mercedes-Benz/C-Class, Automatic, "w205"
audi a3 1.4 tfsi s tronic | Audi/A3, #1.4 l, Petrol+Gasoline, Automatic
audi a4 b8 | Audi/A4, "b8"
land rover defender 110 | Land Rover/Defender, "110"
range rover evoque diesel | Land Rover/Range Rover Evoque, Diesel
range rover sport hse | Land Rover/Range Rover Sport, "hse"
ford ecosport 1.0 titanium | Ford/EcoSport, #1.0 l, "titanium"
ford fiesta 1.4 ambiente | Ford/Fiesta, #1.4 l, "ambiente"
ford figo 2016 manual | Ford/Figo, year 2016..2016, Manual
mazda 3 2.0 individual | Mazda/Mazda3, #2.0 l, "individual"
mazda cx5 silver | Mazda/CX-5, #silver
mazda bt50 4x4 | Mazda/BT-50, #4wd+awd
renault kwid 2018 | Renault/Kwid, year 2018..2018
renault duster 4wd | Renault/Duster, #4wd+awd
opel corsa utility | Opel/Corsa Utility
chev utility 1.4 | Chevrolet/Utility, #1.4 l
chev spark under 80k | Chevrolet/Spark, price ..80000
honda jazz low km | Honda/Jazz, by mileage_low_high
honda crv 2.0 comfort auto | Honda/CR-V, #2.0 l, Automatic, "comfort"
mahindra pik up s/cab | Mahindra/Pik Up, Pickup
mahindra scorpio | Mahindra/Scorpio
datsun go 2017 | Datsun/Go, year 2017..2017
family car under 200k | SUV+MPV+Wagon, price ..200000
family car 7 seater automatic | SUV+MPV+Wagon, #many seats, Automatic
first car under R70k | price ..70000, "first"
student car petrol manual | Petrol+Gasoline, Manual, "student"
suv under 300k automatic petrol | SUV, price ..300000, Automatic, Petrol+Gasoline
small suv low mileage | SUV, by mileage_low_high, "small"
sedan under R100000 jhb | Sedan, price ..100000, in Johannesburg
station wagon diesel | Wagon, Diesel
minibus 16 seater | Minibus, Minibus
convertible under 250k | Convertible, price ..250000
electric car | Electric
hybrid toyota corolla cross | Hybrid, Toyota/Corolla Cross
corolla quest 1.8 | Toyota/Corolla, #1.8 l, "quest"
corolla 1.6 prestige 2010 | Toyota/Corolla, #1.6 l, year 2010..2010, "prestige"
toyota tazz | no Tazz
citi golf | no Citi Golf
vw kombi | no Kombi
vw caddy maxi | Volkswagen/Caddy, "maxi"
t5 transporter | Volkswagen/Transporter, Volkswagen/Transporter
amarok v6 double cab | Volkswagen/Amarok, Pickup, "v6"
amarok 2.0 bitdi 4motion | Volkswagen/Amarok, #2.0 l, Diesel, #4wd+awd
navara or ranger d/cab 4x4 | Nissan/Navara, Ford/Ranger, Pickup, #4wd+awd
hilux vs ranger | Toyota/Hilux, Ford/Ranger
polo vs swift vs i20 | Volkswagen/Polo, Suzuki/Swift, Hyundai/i20
polo but not vivo | Volkswagen/Polo, -Volkswagen/Polo Vivo
any car under 60k not toyota | price ..60000, -Toyota
no diesel suv | -Diesel, SUV
not white hatchback | -#white+pearl white, Hatchback
automatic hatch under 150 000 in centurion | Automatic, Hatchback, price ..150000, in Centurion
bloem bakkies | in Bloemfontein, Pickup
cars in kzn under 100k | in KwaZulu-Natal, price ..100000
gqeberha polo | in Gqeberha, Volkswagen/Polo
pe golf 5 | in Gqeberha, Volkswagen/Golf, "5"
one owner corolla full service history | Toyota/Corolla, "one", "owner", "full", "service", "history"
no accident honda jazz | Honda/Jazz
polo vivo no accidents | Volkswagen/Polo Vivo
corolla no previous accidents | Toyota/Corolla
golf no major accidents or dents | Volkswagen/Golf
hilux but with canopy | Toyota/Hilux, "canopy"
ranger double cab but in white | Ford/Ranger, Pickup, #white+pearl white
polo but with low mileage | Volkswagen/Polo, by mileage_low_high
cheap but reliable corolla | by price_low_high, Toyota/Corolla, "reliable"
accident free polo fsh | Volkswagen/Polo, "accident", "free", "fsh"
repo cars | "repo"
bank repossessed hilux | Toyota/Hilux, "bank", "repossessed"
rent to own polo | Volkswagen/Polo, "rent", "own"
r350k hilux | price 315000..385000, Toyota/Hilux
R89 900 figo | price 80910..98890, Ford/Figo
under 90k | price ..90000
between R100 000 and R150 000 automatic | price 100000..150000, Automatic
from 2015 to 2018 polo | year 2015..2018, Volkswagen/Polo
2012 to 2014 bmw 3 series | year 2012..2014, BMW/3 Series
hilux 2k15 | Toyota/Hilux, year 2015..2015
corolla 07 | Toyota/Corolla, year 2007..2007
polo 13-16 | Volkswagen/Polo, year 2013..2016
2019 fortuner 2.4 gd6 RB | year 2019..2019, Toyota/Fortuner, #2.4 l, Diesel, "rb"
hilux legend 50 | Toyota/Hilux, "legend", "50"
ranger raptor | Ford/Ranger, "raptor"
land cruiser 79 v8 s/cab | Toyota/Land Cruiser, Pickup, "79", "v8"
land cruiser 200 | Toyota/Land Cruiser, "200"
prado vx | Toyota/Land Cruiser Prado, "vx"
toyota rush 2019 | no Rush, year 2019..2019
toyota urban cruiser | no Urban Cruiser
suzuki ertiga | Suzuki/Ertiga
towbar bakkie | #tow bar, Pickup
leather seats sunroof bmw | #leather seats, #sunroof, BMW
reverse camera polo | #backup camera, Volkswagen/Polo
red swift | #red+maroon+burgundy, Suzuki/Swift
blue golf 6 | #blue+dark blue+light blue, Volkswagen/Golf, "6"
isuzu 4x4 not automatic under 250k | Isuzu, #4wd+awd, -Automatic, price ..250000
diesel 4x4 suv 7 seats | Diesel, #4wd+awd, SUV, #many seats
100 000km polo | mileage ..100000, Volkswagen/Polo
mileage under 80 000 km | mileage ..80000
less than 50k km | mileage ..50000
under 100000km and under 200k | mileage ..100000, price ..200000
2.0 tdi audi | #2.0 l, Diesel, Audi
1.6 manual | #1.6 l, Manual
auto polo 1.4 | Automatic, Volkswagen/Polo, #1.4 l
wolksvagen polo | Volkswagen, Volkswagen/Polo
hundai tucson | Hyundai, Hyundai/Tucson
mercedez benz a class | Mercedes-Benz, Mercedes-Benz/A-Class
nissan hardbody | no Hardbody
ford bantam | no Bantam
bmw 300k | BMW, price 270000..330000
bmw 200 000 km | BMW, mileage ..200000
tiggo 7 | Chery/Tiggo 7 Pro
tiggo 4 2022 | Chery/Tiggo 4 Pro, year 2022..2022
chery tiggo 8 pro max | Chery/Tiggo 8 Pro, "max"
jetour x70 | Jetour/X70 Plus
corsa bakkie | Opel/Corsa Utility, Pickup
opel corsa 1.4 bakkie | Opel/Corsa Utility, #1.4 l, Pickup
transporter kombi | Volkswagen/Transporter, "kombi"
h1 bus | Haval/H1+Hyundai/H-1, "bus"
polo R3000 per month | Volkswagen/Polo, "r3000", "per", "month"
R20 000 deposit hilux | Toyota/Hilux, "r20", "000", "deposit"
instalment under R4000 swift | Suzuki/Swift, "instalment", "under", "r4000"
swift no deposit | Suzuki/Swift
R100-150k | price 100000..150000
R100k - R150k hatch | price 100000..150000, Hatchback
newer model polo | by year_high_low, Volkswagen/Polo
isuzu kb250 | Isuzu, Isuzu/KB
kb300 d-teq | Isuzu/KB, Diesel, "teq"
polo 2015 to date | Volkswagen/Polo, year 2015..
hilux 2015-present | Toyota/Hilux, year 2015..
land cruiser 80 | Toyota/Land Cruiser, "80"
lekker bakkie | Pickup, "lekker"
new generation ranger | Ford/Ranger, "new", "generation"
new tyres polo vivo | Volkswagen/Polo Vivo, "new", "tyres"
licence disc 2027 polo | Volkswagen/Polo, "licence", "disc", "2027"
service plan until 2027 ranger | Ford/Ranger, "service", "plan", "until", "2027"
anything except polo | -Volkswagen/Polo, "anything"
2010 and newer bakkie | year 2010.., Pickup
jimny 5 door | Suzuki/Jimny, doors Hatchback+SUV+Wagon+MPV
sierra xr6 | "sierra", "xr6"
vw t6 | Volkswagen/Transporter
t6 transporter | Volkswagen/Transporter, Volkswagen/Transporter
cs35 | Changan/CS35 Plus
500k down payment ranger | Ford/Ranger, "500k", "down", "payment"
rent R800 per week | "rent", "r800", "per", "week"
monthly instalment under 4000 | "monthly", "instalment", "under", "4000"
no deposit polo under 150k | Volkswagen/Polo, price ..150000
not more than 300k | price ..300000
honda br-v 2018 | no BR-V, year 2018..2018
renault kwid under R2500 per month | Renault/Kwid, "under", "r2500", "per", "month"
disco 4 sdv6 | Land Rover/Discovery, Diesel, "4"
2015 polo or newer | year 2015..2015, Volkswagen/Polo, year 2015..
polo tsi 1.0 highline dsg under 250k cpt | Volkswagen/Polo, Petrol+Gasoline, #1.0 l, Automatic, price ..250000, in Cape Town, "highline"
gti mk7 or r32 golf | Volkswagen/Golf, "gti", "mk7", "r32"
toyota quantum sesfikile 16 seater | no Quantum, Minibus, "sesfikile"
bakkie half a million max diesel auto | Pickup, price ..500000, Diesel, Automatic
ford ranger raptor 2022 r700k neg | Ford/Ranger, year 2022..2022, price 630000..770000, "raptor", "neg"
corolla quest 1.8 exclusive | Toyota/Corolla, #1.8 l, "quest", "exclusive"
any hilux d4d 3.0 d/cab raised body not single cab | Toyota/Hilux, Diesel, #3.0 l, Pickup, "raised", "body"
tazz for student cheap and light on fuel | no Tazz, by price_low_high, "student", "light", "fuel"
kia picanto 1.2 street 2019 - 2021 low km | Kia/Picanto, #1.2 l, year 2019..2021, by mileage_low_high, "street"
hyundai h100 bakkie | no H100, Pickup
merc c180 w205 avantgarde auto 2017 up | Mercedes-Benz, Mercedes-Benz/C-Class, Automatic, year 2017.., "w205", "avantgarde"
bmw 118i f20 sunroof not black | BMW, BMW/1 Series, #sunroof, -#black, "f20"
gwm p series vs isuzu dmax | GWM/P-Series, Isuzu/D-Max
haval jolion or chery tiggo 4 pro under r350 000 pretoria east | Haval/Jolion, Chery/Tiggo 4 Pro, price ..350000, in Pretoria, "east"
np200 with aircon | Nissan/NP200, #a/c: front
looking for a 7 seater for under 300 thousand in durban please | #many seats, price ..300000, in Durban
toyota fortuner 2.8gd6 4x2 2018 gp | Toyota/Fortuner, #2.8 l, Diesel, #fwd+rwd, year 2018..2018, in Gauteng
landcruiser 79 v8 single cab | Toyota/Land Cruiser, Pickup, "79", "v8"
polo vivo 2014 r95000 onco | Volkswagen/Polo Vivo, year 2014..2014, price 85500..104500, "onco"
ek soek n bakkie diesel onder 200k | Pickup, Diesel, price ..200000
tweedehandse toyota hilux outomaties | #used, Toyota/Hilux, Automatic
audi a3 1.4tfsi s line stronic | Audi/A3, #1.4 l, Petrol+Gasoline, Automatic, "s", "line"
renault kwid no deposit | Renault/Kwid
amarok v6 bitdi 4motion | Volkswagen/Amarok, Diesel, #4wd+awd, "v6"
datsun go 2018 with papers in order r60k | Datsun/Go, year 2018..2018, price 54000..66000, "papers", "order"
first car for my daughter automatic max 120 000 | Automatic, price ..120000, "first", "daughter"
jimny 5 door 4x4 auto | Suzuki/Jimny, doors Hatchback+SUV+Wagon+MPV, #4wd+awd, Automatic
bmw e46 330ci manual coupe | BMW, BMW/3 Series, Manual, Coupe, "e46"
ranger 2.2 xls 4x4 s/cab 2016 +- 220k | Ford/Ranger, #2.2 l, #4wd+awd, Pickup, year 2016..2016, price 198000..242000, "xls"
mazda 2 1.5 individual 2018 80000km or less | Mazda/Mazda2, #1.5 l, year 2018..2018, mileage ..80000, "individual"
repo cars under 50k joburg | price ..50000, in Johannesburg, "repo"
accident damaged polo tdi rebuild code 3 | Volkswagen/Polo, Diesel, "accident", "damaged", "rebuild", "code", "3"
honda ballade 1.5 elegance cvt 2020 pearl white | Honda/Ballade, #1.5 l, Automatic, year 2020..2020, #pearl white, "elegance"
toyota starlet not vitz | Toyota/Starlet
nissan navara 2.5 dci stealth manual 2020 and up | Nissan/Navara, #2.5 l, Diesel, Manual, year 2020.., "stealth"
suv with 3rd row and panoramic roof under R 450k | SUV, #third row seats, #sunroof, price ..450000
golf 6 gti dsg 2012 stage 2 | Volkswagen/Golf, Automatic, year 2012..2012, "6", "gti", "stage", "2"
citi golf chico 1.4 | no Citi Golf, #1.4 l, "chico"
opel corsa lite 1.4i 2007 r45000 | Opel/Corsa, #1.4 l, year 2007..2007, price 40500..49500, "lite"
mahindra pikup s11 dcab karoo | Mahindra/Pik Up, Pickup, "s11", "karoo"
isuzu kb300 lx 2014 ext cab | Isuzu, Isuzu/KB, year 2014..2014, Pickup, "lx"
rent to own cars no credit check | "rent", "own", "check"
car under R3000 per month | "under", "r3000", "per", "month"
hyundai i20 1.4 fluid a/t | Hyundai/i20, #1.4 l, Automatic, "fluid"
vw t5 kombi 2.0 bitdi 8 seater | Volkswagen/Transporter, #2.0 l, Diesel, #many seats, "kombi"
fordranger doublecab auto 2019 150 000kms max | Ford/Ranger, Pickup, Automatic, year 2019..2019, mileage ..150000
bloemfontein dealers only toyota rumion or ertiga | in Bloemfontein, Toyota, Suzuki/Ertiga, "dealers", "rumion"
x-trail 2.5 4x4 cvt 2016 to date polokwane | Nissan/X-Trail, #2.5 l, #4wd+awd, Automatic, year 2016.., in Polokwane
hilux legend 50 2.8 gd6 auto r600k to r700k | Toyota/Hilux, #2.8 l, Diesel, Automatic, price 600000..700000, "legend", "50"
polo gti 2018 dsg + sunroof, budget 300 | Volkswagen/Polo, year 2018..2018, Automatic, #sunroof, "gti", "budget", "300"
ford figo freestyle 1.5 titanium | Ford/Figo, #1.5 l, "freestyle", "titanium"
vivo 1.4 hatch r110 000 neg midrand | Volkswagen/Polo Vivo, #1.4 l, Hatchback, price 99000..121000, in Midrand, "neg"
nissan np300 2.5 tdi lwb | no NP300, #2.5 l, Diesel, "lwb"
chery tiggo 7 pro max vs haval h6 | Chery/Tiggo 7 Pro, Haval/H6, "max"
cars under 80k witbank area | price ..80000, in eMalahleni, "area"
toyota etios sedan sprint | no Etios, Sedan, "sprint"
golf 5 gti parts or complete | Volkswagen/Golf, "5", "gti", "parts", "complete"
everest 2.0 biturbo 4wd limited 2019 to 2022 | Ford/Everest, #2.0 l, #4wd+awd, year 2019..2022, "biturbo", "limited"
kia sonet manual not automatic 2022 upwards | Kia/Sonet, Manual, -Automatic, year 2022..
r200k cash suv | price 180000..220000, SUV, "cash"
discovery 4 sdv6 hse 2013 | Land Rover/Discovery, Diesel, year 2013..2013, "4", "hse"
jimny xl 5door lwb | Suzuki/Jimny, doors Hatchback+SUV+Wagon+MPV, "xl", "lwb"
2020 or later urban cruiser under 250 000 rand | year 2020.., no Urban Cruiser, price ..250000
toyota avanza 7seater 1.5 sx | Toyota/Avanza, #many seats, #1.5 l, "sx"
ford bantam 1.3i canopy | no Bantam, #1.3 l, "canopy"
audi q3 1.4 tfsi white tan leather interior | Audi/Q3, #1.4 l, Petrol+Gasoline, #white+pearl white, #leather seats, "tan"
need uber car e hailing 2019 model and up sedan | year 2019.., Sedan, "uber", "e", "hailing"
mercedes w204 c200 kompressor 09 | Mercedes-Benz, Mercedes-Benz/C-Class, year 2009..2009, "w204", "kompressor"
fully loaded hilux gr sport d/c a/t 2023 | Toyota/Hilux, Pickup, Automatic, year 2023..2023, "fully", "loaded", "gr", "sport"
ranger 3.2 wildtrak 2015 - r290k in durban area | Ford/Ranger, #3.2 l, year 2015..2015, price 261000..319000, in Durban, "wildtrak", "area"
seun soek n eerste kar onder r80 000 | price ..80000, "seun", "eerste", "kar"
opel corsa utility 1.4 with aircon and power steering | Opel/Corsa Utility, #1.4 l, #a/c: front, "power", "steering"
vw caravelle 7 seater bitdi dsg r500 000 to r650 000 | Volkswagen/Caravelle, #many seats, Diesel, Automatic, price 500000..650000
urgent!!! looking for toyota yaris t3 2009-2011 manual pretoria north | Toyota/Yaris, year 2009..2011, Manual, in Pretoria, "urgent", "t3", "north"
honda jazz vs vw polo 1.2 tsi which one | Honda/Jazz, Volkswagen/Polo, #1.2 l, Petrol+Gasoline, "one"
merc a200 amg not manual, white or grey | Mercedes-Benz, Mercedes-Benz/A-Class, -Manual, #white+pearl white, #grey+charcoal, "amg"
suzuki dzire for uber r150k budget | Suzuki/Dzire, price ..150000, "uber"
renault duster 1.5 dci 4wd 2016 service history 120 000 on the clock | Renault/Duster, #1.5 l, Diesel, #4wd+awd, year 2016..2016, mileage ..120000, "service", "history"
blue or silver kia rio 1.4 tec hatch | #blue+dark blue+light blue, #silver, Kia/Rio, #1.4 l, Hatchback, "tec"
bmw f30 320d steptronic m sport with sunroof | BMW, BMW/3 Series, Diesel, Automatic, #sunroof, "f30", "m", "sport"
hyundai creta not older than 2020 under 60 000 km | Hyundai/Creta, year 2020.., mileage ..60000
mitsubishi triton double cab 4x4 with canopy and towbar | Mitsubishi/Triton, Pickup, #4wd+awd, #tow bar, "canopy"
toyota corolla cross hybrid 1.8 xr | Toyota/Corolla Cross, Hybrid, #1.8 l, "xr"
cheap bakkie for farm use must be diesel 4x4 | by price_low_high, Pickup, Diesel, #4wd+awd, "farm", "use", "must"
ford ecosport 1.0 ecoboost titanium auto 2019 cpt southern suburbs | Ford/EcoSport, #1.0 l, Automatic, year 2019..2019, in Cape Town, "ecoboost", "titanium", "southern", "suburbs"
land cruiser 76 station wagon | Toyota/Land Cruiser, Wagon, "76"
jeep wrangler unlimited sahara 3.6 v6 hard top | Jeep/Wrangler, #3.6 l, "unlimited", "sahara", "v6", "hard", "top"
chev spark lite 2012 r65k neg fuel saver | Chevrolet/Spark, year 2012..2012, price 58500..71500, "lite", "neg", "fuel", "saver"
gti or golf r under half a mil | Volkswagen/Golf, price ..500000, "gti", "r"
isuzu mux 3.0 7 seat onyx 2019 plus | Isuzu/MU-X, #3.0 l, #many seats, year 2019.., "onyx"
hilux gd6 raider 2.4 auto or manual doesnt matter r350k tops | Toyota/Hilux, Diesel, #2.4 l, Automatic, Manual, price ..350000, "raider", "doesnt", "matter"
lookin 4 a polo vivo gt 1.0 tsi low mileage | Volkswagen/Polo Vivo, #1.0 l, Petrol+Gasoline, by mileage_low_high, "lookin", "4", "gt"
old school toyota cressida or corolla 1990 - 1996 | Toyota, Toyota/Corolla, year 1990..1996, "old", "school", "cressida"
suv no more than r400k must have reverse camera and cruise | SUV, price ..400000, #backup camera, #cruise control+adaptive cruise control, "must", "have"
audi a4 2.0tdi b8 2012 manual silver limpopo | Audi/A4, #2.0 l, Diesel, year 2012..2012, Manual, #silver, in Limpopo, "b8"
honda brio anything under 100k kms under r100k | no Brio, mileage ..100000, price ..100000, "anything"
haval h2 1.5t city auto vs hyundai venue | Haval/H2, #1.5 l, Automatic, Hyundai/Venue, "city"
nissan micra visia+ 1.2 2015/2016 one lady owner | Nissan/Micra, #1.2 l, year 2015..2015, year 2016..2016, "visia", "one", "lady", "owner"
mazda bt50 3.2 4x4 sle auto d/cab not accident damaged | Mazda/BT-50, #3.2 l, #4wd+awd, Automatic, Pickup, "sle", "damaged"
subaru forester 2.5 xt manual turbo 2010 model | Subaru/Forester, #2.5 l, Manual, year 2010..2010, "xt", "turbo"
second hand cars under r60 000 polokwane | #used, price ..60000, in Polokwane
ford ranger t6 2.2 6 speed hi rider xl plus | Ford/Ranger, #2.2 l, "t6", "6", "speed", "hi", "rider", "xl", "plus"
toyota rav 4 2.0 gx cvt 2017 pearl | Toyota/RAV4, #2.0 l, Automatic, year 2017..2017, "gx", "pearl"
tiguan allspace 7 seater r line dsg | Volkswagen/Tiguan, #many seats, Automatic, "allspace", "r", "line"
chevrolet utility club 1.4 2013 r85 000 umhlanga | Chevrolet/Utility, #1.4 l, year 2013..2013, price 76500..93500, in Umhlanga, "club"
hyundai atos 1.1 motion 2021 still under warranty | no Atos, #1.1 l, year 2021..2021, #warranty, "motion", "still", "under"
any automatic car for r100 000 cash | Automatic, price 90000..110000, "cash"

`
