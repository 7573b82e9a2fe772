"""Everyday words for what the rules of any such game name in their own: for searching alone, one direction."""

from __future__ import annotations

from functools import cache

from companion.search.words import stem

EVERYDAY = 0.4
"""Weight of the rules' word against 1 for the word that was typed."""

_SAID = """
horse horsemen horseman riders rider trooper troopers gallopers mounted hussars lancers: cavalry mounted
gun guns cannon cannons piece pieces battery batteries gunner gunners ordnance artillerist: artillery gun battery
foot footmen footsloggers rifleman riflemen musketeers grenadiers: infantry
men lads boys chaps troops soldiers guys fellows force: unit
formation brigade regiment battalion block counter: unit
outfit body party: unit formation
boss chief officer captain colonel general brigadier leader commander cdr: leader commander general
superior headquarters staff: hq commander
foe foes opponent opponents adversary hostile hostiles opposing baddies: enemy
friend friends comrades mates own: friendly
shoot shoots shooting shot volley volleys blast bombard bombarding bang fusillade musketry salvo: fire shooting
shell shelling cannonade barrage pound: bombardment artillery fire
reach far distance long: range
melee brawl bayonet bayonets hand-to-hand scrap fight fighting fights clash grapple: combat close melee
rush storm assault onslaught dash: charge attack assault
strike hit-back: attack
flee flees fled bolt bolts run runs running leg scarper panic: rout retreat
withdraw withdrawing withdrawal pull pulling fall falling back disengage slip: retreat withdraw
wobble wobbly waver wavering nerve nerves courage spirit guts pluck steadiness: morale
muddled confused jumbled disarray messed tangled: disorder
spooked scared frightened terrified: shaken morale
recover recovers recovery regroup steady pull-together calm breather rest: rally recover
beaten broken crushed: rout retreat
killed dead die dies slain wiped destroyed annihilated gone perished: eliminated destroyed casualty
losses loss harm damage hurt bleed bleeding toll suffers wounded: casualty loss
hits hit: casualty hit
walk walks march marches marching stroll trot hike advance stump haul drag lug: move movement
speed pace fast quick quickly slow: movement rate
turn turns turning wheel about-face pivot swing spin: facing
side sides: flank facing
rear behind backside: rear flank
surround surrounded hemmed encircled trapped cut-off boxed: surrounded retreat
wood trees forest thicket copse grove: woods
bog swamp morass mire marshy: marsh swamp
stream brook river creek ford: stream river
hill ridge height heights slope slopes uphill downhill rise: slope hill elevation
village hamlet buildings houses built-up: town village
fence hedge wall barricade breastwork entrenchment trench earthwork: wall cover works
street lane path pike highway track: road
shelter hide hiding protected protection hidden: cover
see sees seeing sight look visible spot spotted view glimpse: sight line visibility
block blocks blocked blocking: block
dark darkness dusk evening: night
mud muddy wet storm downpour weather: rain
message messages courier messenger dispatch note tell told telling instruct instruction instructions: order
obey obeys comply accept refuse ignore: acceptance order
boss-around control: command
distant away beyond outside: range
replace replaced takes-over substitute successor succeed: replacement succession
bullets cartridges rounds powder munitions: ammunition supply ammo
wagon wagons carts baggage: wagon supply train
supplies provisions food: supply
stack stacked pile piled heap together crowd crowded share: stacking
squeeze fit: stacking limit
through past across: passage interpenetration
refused angled hook bent: refuse hook
thin spread string stretch widen longer extend extending: extend
shrink shorten narrower thinner: contract
hitch hook-up tow limber: limber
unhitch deploy set-up: unlimber deploy
dice die roll rolls throw threw thrown cast: roll die
bonus plus penalty minus adjustment mod mods tweak: modifier
score result: result
beginning begin begins opening starts: start
finish over ends final: end
win wins winning winner victorious triumph: victory
vp vps points: victory points
fresh reinforcements arrive arrives arriving arrival newcomers show: reinforcement arrival entry
tired exhausted weary spent worn: fatigue spent
hidden concealed secret unseen fog: hidden
chit chits token tokens marker markers: chit marker
hexagon space field spot: hex
limit maximum most cap least minimum: limit
stop stops stopping halt halts freeze stationary still stand stands: halt stop
skirmisher skirmishers scouts light lights pickets screen: skirmish
cut halve half: half
twice double again repeat: second
nearest closest nearby near adjacent touching beside next neighbouring: adjacent
inch inches foot yard: inches
"""


@cache
def everyday() -> dict[str, tuple[str, ...]]:
    """Stem of the word said to stems of the rules' words."""
    known: dict[str, list[str]] = {}
    for line in _SAID.strip().splitlines():
        said, _, meant = line.partition(":")
        for word in said.split():
            stems = [stem(each) for each in meant.split() if stem(each) != stem(word)]
            known.setdefault(stem(word), []).extend(stems)
    return {word: tuple(dict.fromkeys(stems)) for word, stems in known.items()}
